//! File access: which files are searched, and the errors for those that cannot be read.

use std::fs;

use tempfile::TempDir;
use tutti_core::Problem;
use tutti_settings::{read_file, read_files};

/// Without the folder, which has another name each time.
fn render_problem(folder: &TempDir, problem: &Problem) -> String {
    let text = format!("{problem}\n{}", problem.hints.join("\n"));
    text.replace(&folder.path().display().to_string(), "DIR")
}

#[test]
fn files_that_are_not_there_are_no_problem() {
    let (data, working) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    assert!(read_files(data.path(), working.path()).unwrap().is_empty());
    fs::write(working.path().join("tutti.toml"), "# working").unwrap();
    fs::write(data.path().join("tutti.toml"), "# data").unwrap();
    let texts: Vec<_> =
        read_files(data.path(), working.path()).unwrap().into_iter().map(|file| file.text).collect();
    assert_eq!(texts, ["# data", "# working"]);
    let here = working.path().join(".");
    assert_eq!(read_files(working.path(), &here).unwrap().len(), 1, "one file is read once");
}

#[test]
fn a_file_asked_for_by_name_has_to_be_there() {
    let folder = TempDir::new().unwrap();
    let problem = read_file(&folder.path().join("mine.toml")).unwrap_err();
    insta::assert_snapshot!(render_problem(&folder, &problem), @r"
    DIR/mine.toml: there is no such settings file
    check the path; without it, Tutti looks for tutti.toml in the data directory and the working directory
    ");
}

#[test]
fn unreadable_files_are_named() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("tutti.toml");
    fs::write(&path, b"[engine]\nparallel = 3 # \xff").unwrap();
    let problems = read_files(folder.path(), folder.path()).unwrap_err();
    insta::assert_snapshot!(render_problem(&folder, &problems[0]), @r"
    DIR/tutti.toml: cannot be read: line 2 is not UTF-8 text
    save the file as UTF-8
    ");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let problems = read_files(folder.path(), folder.path()).unwrap_err();
    insta::assert_snapshot!(render_problem(&folder, &problems[0]), @r"
    DIR/tutti.toml: cannot be read: Is a directory (os error 21)
    the settings file must be a file, not a folder
    ");
}
