//! Decides whether an IP address is on the public internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether anybody could reach an address: it is not of this machine, a local network, a provider's internal network,
/// or no machine at all.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match embedded_ipv4(address) {
            Some(inside) => is_public_v4(inside),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    // This network; benchmarks; protocol assignments; what carriers use inside; 6to4 relays; everything from 240 on.
    let special = matches!(
        (a, b, c),
        (0 | 240.., ..) | (198, 18 | 19, _) | (192, 0, 0) | (100, 64..=127, _) | (192, 88, 99)
    );
    !(special
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    // Global unicast is 2000::/3; documentation and protocol assignments are not machines.
    (first & 0xe000) == 0x2000 && (first, second) != (0x2001, 0xdb8) && !(first == 0x2001 && second < 0x200)
}

/// The IPv4 address that an IPv6 one stands for.
fn embedded_ipv4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let segments = address.segments();
    let of = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        Ipv4Addr::new(a, b, c, d)
    };
    match segments {
        [0, 0, 0, 0, 0, 0xffff, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => Some(of(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_machines_of_the_public_internet_count() {
        for public in
            ["93.184.215.14", "1.1.1.1", "172.15.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "2a00::1"]
        {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.0.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "240.0.0.1",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "2001:db8::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:7f00:1::",
            "2001::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
    }
}
