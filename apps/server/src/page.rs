//! Serves the web app, whose files are embedded in the binary.

use axum::{
    body::Body as Stream,
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};
use tutti_core::{Code, Problem};

use crate::failure::Failure;

/// A debug build reads the files from the folder, so that the page can be developed.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// Serves a file of the app, or the app itself for any other page address: it has its own router.
pub(crate) async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let is_ours = ["api", "mcp", "metrics"].contains(&path) || path.starts_with("api/");
    if is_ours || leads_out(uri.path()) || (is_file && Files::get(path).is_none()) {
        return Failure::not_found(&format!("page or file `/{path}`")).into_response();
    }
    let name = if is_file { path } else { "index.html" };
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    for (encoding, ending) in [("br", ".br"), ("gzip", ".gz")] {
        if accepts.contains(encoding)
            && let Some(file) = Files::get(&format!("{name}{ending}"))
        {
            return file_response(name, file, Some(encoding), &headers);
        }
    }
    match Files::get(name) {
        Some(file) => file_response(name, file, None, &headers),
        None => Failure::from(
            Problem::new(Code::NotFound, "the page is not part of this build")
                .hint("`make build` builds it; the API is at /api/openapi.json"),
        )
        .into_response(),
    }
}

/// Whether a path would lead out of a folder, in any encoding. The files are embedded, so nothing can leak; but such a
/// request is an attack and gets no page.
fn leads_out(path: &str) -> bool {
    let plain = path.to_ascii_lowercase().replace("%2e", ".").replace("%2f", "/").replace("%5c", "/");
    plain.starts_with("//")
        || plain.split(['/', '\\']).any(|part| part.starts_with(".."))
        || plain.contains('\0')
}

fn file_response(
    name: &str,
    file: EmbeddedFile,
    encoding: Option<&'static str>,
    headers: &HeaderMap,
) -> Response {
    let hash = file.metadata.sha256_hash();
    let hash = u64::from_be_bytes([hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7]]);
    let tag = format!("\"{hash:016x}\"");
    if headers.get(header::IF_NONE_MATCH).is_some_and(|seen| seen.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    // Names of files under assets contain a hash, so the files never change.
    let cache = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = Stream::from(file.data).into_response();
    let set = response.headers_mut();
    set.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type(name)));
    set.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    set.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        set.insert(header::ETAG, tag);
    }
    if let Some(encoding) = encoding {
        set.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
