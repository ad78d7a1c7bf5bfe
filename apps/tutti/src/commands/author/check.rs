//! `tutti author check`: lists the defects of task files, with line numbers.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tutti_core::Severity;
use tutti_taskfile::{Defect, check_named};

use crate::{
    exit::{Ended, Exit},
    files,
    output::{Output, count_text, visible},
};

pub(crate) fn check(paths: &[PathBuf], output: &Output) -> Ended {
    // Read all files before printing anything, so that a mistyped name is reported at once.
    let texts = paths.iter().map(|path| files::read_text(path)).collect::<Result<Vec<_>, _>>()?;
    let mut all = Vec::new();
    for (path, text) in paths.iter().zip(&texts) {
        let name = path.file_name().and_then(|name| name.to_str());
        let defects = check_named(text, name);
        tell(path, &defects, output);
        all.extend(defects);
    }
    let of = |severity| all.iter().filter(|defect| defect.severity == severity).count();
    output.say(&format!(
        "{} checked, {}: {} high, {} medium, {} low",
        count_text(paths.len(), "file"),
        count_text(all.len(), "defect"),
        of(Severity::High),
        of(Severity::Medium),
        of(Severity::Low)
    ));
    let failed = all.iter().any(|defect| defect.severity >= Severity::Medium);
    Ok(if failed { Exit::Rejected } else { Exit::Done })
}

fn tell(path: &Path, defects: &[Defect], output: &Output) {
    let file = path.display().to_string();
    for defect in defects {
        if output.is_json() {
            output.json_line(&document(&file, defect));
        } else {
            output.lines(&visible(&format!("{file}:{defect}")));
        }
    }
}

fn document(file: &str, defect: &Defect) -> Value {
    json!({
        "file": file,
        "line": defect.line,
        "severity": defect.severity,
        "rule": defect.rule.code(),
        "place": defect.place,
        "message": defect.message,
    })
}
