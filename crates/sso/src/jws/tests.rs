#![allow(clippy::unwrap_used, reason = "a test may panic")]

use serde_json::json;

use super::*;

/// RFC 7515, appendix A.2.
const RS256: &str = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw";
const RS256_N: &str = "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ";

/// RFC 7515, appendix A.3.
const ES256: &str = "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q";

/// RFC 8037, appendix A.4.
const EDDSA: &str = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";

fn key(json: serde_json::Value) -> Key {
    serde_json::from_value(json).unwrap()
}

fn rsa() -> Key {
    key(json!({ "kty": "RSA", "n": RS256_N, "e": "AQAB" }))
}

fn curve() -> Key {
    key(json!({
        "kty": "EC", "crv": "P-256",
        "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    }))
}

fn edwards() -> Key {
    key(json!({ "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" }))
}

#[track_caller]
fn check(token: &str, key: &Key, expected: Result<&str, &str>) {
    let read = Jws::parse(token).and_then(|token| token.verify(key));
    let read = read.map(|payload| String::from_utf8(payload).unwrap()).map_err(|error| error.to_string());
    let wrong = |why: &str| format!("the ID token of the sign-on provider is not valid: {why}");
    match expected {
        Ok(start) => assert!(read.as_ref().is_ok_and(|payload| payload.starts_with(start)), "{read:?}"),
        Err(why) => assert_eq!(read, Err(wrong(why))),
    }
}

#[test]
fn the_examples_of_the_standards_are_verified() {
    check(RS256, &rsa(), Ok("{\"iss\":\"joe\""));
    check(ES256, &curve(), Ok("{\"iss\":\"joe\""));
    check(EDDSA, &edwards(), Ok("Example of Ed25519 signing"));
}

#[test]
fn another_key_or_purpose_does_not_verify() {
    let wrong = Err("its signature is wrong");
    check(RS256, &curve(), wrong);
    check(ES256, &rsa(), wrong);
    let with = |base: &Key, change: fn(&mut Key)| {
        let mut key = base.clone();
        change(&mut key);
        key
    };
    check(RS256, &with(&rsa(), |key| key.purpose = Some("enc".into())), wrong);
    check(RS256, &with(&rsa(), |key| key.alg = Some("PS256".into())), wrong);
    check(RS256, &with(&rsa(), |key| key.alg = Some("HS256".into())), wrong);
    check(RS256, &with(&rsa(), |key| key.e = None), wrong);
    check(RS256, &with(&rsa(), |key| key.n = Some("AQAB".into())), wrong);
    check(ES256, &with(&curve(), |key| key.crv = Some("P-384".into())), wrong);
    check(ES256, &with(&curve(), |key| key.x = key.y.clone()), wrong);
    check(RS256, &with(&rsa(), |key| key.purpose = Some("sig".into())), Ok("{"));
    check(RS256, &with(&rsa(), |key| key.alg = Some("RS256".into())), Ok("{"));
}

#[test]
fn a_token_cannot_choose_a_weak_algorithm() {
    let encode = |text: &str| URL_SAFE_NO_PAD.encode(text);
    let (_, rest) = RS256.split_once('.').unwrap();
    let (payload, _) = rest.split_once('.').unwrap();
    for algorithm in ["none", "None", "NONE", "", "HS256", "HS384", "HS512", "RS1", "rs256", "ES256K"] {
        let header = encode(&format!("{{\"alg\":\"{algorithm}\"}}"));
        check(&format!("{header}.{rest}"), &rsa(), Err("its algorithm is not allowed"));
        check(&format!("{header}.{payload}."), &rsa(), Err("its algorithm is not allowed"));
    }
    // The public key as the secret of an HMAC.
    let header = encode("{\"alg\":\"HS256\"}");
    let secret = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, RS256_N.as_bytes());
    let signed = format!("{header}.{payload}");
    let tag = ring::hmac::sign(&secret, signed.as_bytes());
    let forged = format!("{signed}.{}", URL_SAFE_NO_PAD.encode(tag.as_ref()));
    check(&forged, &rsa(), Err("its algorithm is not allowed"));
    let header = encode("{\"alg\":\"RS256\",\"crit\":[\"b64\"],\"b64\":false}");
    check(&format!("{header}.{rest}"), &rsa(), Err("it requires an extension"));
}

#[test]
fn what_is_not_a_token_is_refused() {
    for text in ["", ".", "..", "...", "a.b.c", &RS256.replacen('.', "", 1), &format!("{RS256}.x")] {
        check(text, &rsa(), Err("it is not a signed token"));
    }
    check(&"a".repeat(LONGEST + 1), &rsa(), Err("it is too long"));
}

proptest::proptest! {
    /// A token in which any character is replaced is refused, and nothing panics.
    #[test]
    fn a_changed_token_is_refused(place in 0..ES256.len(), sign in "[A-Za-z0-9_.-]") {
        let mut changed = ES256.to_owned();
        changed.replace_range(place..=place, &sign);
        let accepted = Jws::parse(&changed).and_then(|token| token.verify(&curve()));
        proptest::prop_assert!(changed == ES256 || accepted.is_err());
    }

    #[test]
    fn any_text_is_read_without_panic(text in ".{0,200}") {
        let _ = Jws::parse(&text).and_then(|token| token.verify(&rsa()));
    }
}
