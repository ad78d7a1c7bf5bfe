//! xmllint validates our QTI packages against the official schemas.
//!
//! The schemas are not part of the repository, and nothing is downloaded. Without them the packages are only checked to
//! be well-formed XML, and the test says so. Schemas take seconds to load, so each is loaded once for all files.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../../../tests/src/shared_data.rs"]
mod shared_data;

use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

use tutti_exchange::{About, Format, read, write};
use tutti_item::{Body, Item};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// The sample bank and formulas of every sort.
fn items() -> Vec<Item> {
    let text = fs::read(root().join("samples/bank.jsonl")).unwrap();
    let mut items = read(Format::Jsonl, &text).unwrap().items;
    for tex in FORMULAS {
        let mut item = Item::multiple_choice(
            format!("Which is \\[{tex}\\]?"),
            [format!("\\({tex}\\)"), "none".into()],
            0,
        );
        if let Body::MultipleChoice { options, .. } = &mut item.body {
            options[1].rationale = Some(format!("One.\n\nTwo: \\({tex}\\).").into());
        }
        items.push(item);
    }
    items
}

const FORMULAS: &[&str] = &[
    r"\sqrt[3]{x+1} \ne \sqrt{2}",
    r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}",
    r"\int_0^1 x^2 \, dx = \tfrac13",
    r"\sum_{i=1}^{n} i^2 = \dfrac{n(n+1)(2n+1)}{6}",
    r"f(x) = \begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}",
    r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
    r"\overline{AB} \cdot \vec{v} \hat{x} \dot{x} \widehat{ABC}",
    r"\left( \frac{a}{b} \right)^{2} + \left. x \right|_0^1",
    r"\lim_{x \to \infty} \sin x \quad \operatorname{arcosh} y",
    r"5\,\mathrm{m\,s^{-2}} \approx 50\% \text{ of } \pounds 9",
    r"\binom{n}{k} \underbrace{a+b}_{c} \overset{!}{=} \cancel{x}",
    r"\mathbf{F} = m\mathbf{a}, \mathbb{R} \setminus \{0\}, \mathcal{L}",
    r"|x| \lVert x \rVert \angle ABC = 90^{\circ} \therefore x' + x''",
    r"\begin{array}{c|c} a & b \\ \hline c & d \end{array}",
    r"\displaystyle \prod_1^2 \color{red} x \xrightarrow{a} \bigl( \big| \phantom{x}",
    r"x \not= y, a \bmod b, \prescript{14}{6}{C}, \hspace{1em} \boldsymbol{v}",
    r"\unknown{is kept} \frac{1}{",
];

fn files(zip: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(zip)).unwrap();
    (0..archive.len())
        .map(|i| {
            let mut file = archive.by_index(i).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            (file.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The schemas with references to what is not stored taken out, and the namespaces of the stored W3C schemas those
/// that QTI 3.0 imports.
fn schemas(data: &Path, folder: &Path, is_v3: bool) {
    for entry in walk(&data.join("xsd")) {
        let to = folder.join(entry.strip_prefix(data.join("xsd")).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        let mut text = fs::read_to_string(&entry).unwrap();
        if is_v3 && entry.components().any(|part| part.as_os_str() == "w3") {
            text = text
                .replace("http://www.w3.org/2010/Math/MathML", "http://www.w3.org/1998/Math/MathML")
                .replace("http://www.w3.org/2010/10/synthesis", "http://www.w3.org/2001/10/synthesis");
        }
        let kept =
            text.lines().filter(|line| !line.contains("imsmd_v1p2p4.xsd")).collect::<Vec<_>>().join("\n");
        fs::write(to, kept).unwrap();
    }
    // Stand-ins for three schemas of metadata that are not stored: any content.
    for (file, namespace, element) in [
        ("imsmd_loose_v1p3p2.xsd", "http://ltsc.ieee.org/xsd/LOM", "lom"),
        (
            "qtiv3p0/imsqtiv3p0_csmv1p1_v1p0.xsd",
            "http://www.imsglobal.org/xsd/qti/qtiv3p0/imscsmd_v1p1",
            "curriculumStandardsMetadataSet",
        ),
        (
            "qtiv3p0/imsqtiv3p0_cpextv1p2_v1p0.xsd",
            "http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_extensionv1p2",
            "variant",
        ),
    ] {
        let text = format!(
            "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"{namespace}\">\
             <xs:element name=\"{element}\"/></xs:schema>"
        );
        fs::write(folder.join(file), text).unwrap();
    }
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(walk(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// What xmllint says of each file, and its whole output.
fn lint(schema: Option<&Path>, files: &[PathBuf]) -> String {
    let mut command = Command::new("xmllint");
    command.args(["--nonet", "--noout"]);
    if let Some(schema) = schema {
        command.arg("--schema").arg(schema);
    }
    let output = command.args(files).output().expect("xmllint is missing: run tests/setup/install.sh");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
fn check(format: Format, schema: &str, manifest_schema: &str) {
    let folder = scratch(format.name());
    let export = write(format, &items(), &About { title: "Sample & bank".into(), at: 0 }).unwrap();
    let mut documents = Vec::new();
    for (name, bytes) in files(&export.bytes)
        .into_iter()
        .filter(|(name, _)| Path::new(name).extension().is_some_and(|end| end == "xml"))
    {
        let path = folder.join(name.replace('/', "-"));
        fs::write(&path, bytes).unwrap();
        documents.push(path);
    }
    assert_eq!(documents.len(), items().len() + 2);
    let Some(data) = shared_data::find("qti") else {
        assert_eq!(lint(None, &documents), "", "without the schemas, only that it is sound XML");
        return;
    };
    let xsd = folder.join("xsd");
    schemas(&data, &xsd, format == Format::Qti3);
    let (manifest, mut documents): (Vec<_>, Vec<_>) =
        documents.into_iter().partition(|path| path.ends_with("imsmanifest.xml"));
    // The same call must refuse an item whose response has no name: so it does look.
    let sound = documents.iter().find(|path| path.to_string_lossy().contains("items-mc-")).unwrap();
    let broken = folder.join("broken.xml");
    fs::write(&broken, fs::read_to_string(sound).unwrap().replacen("identifier=\"RESPONSE\"", "", 1))
        .unwrap();
    documents.push(broken.clone());
    let said = lint(Some(&xsd.join(schema)), &documents);
    let verdict = |path: &Path, verdict: &str| {
        said.lines().any(|line| *line == format!("{} {verdict}", path.display()))
    };
    assert!(verdict(&broken, "fails to validate"), "{said}");
    for document in documents.iter().filter(|path| **path != broken) {
        let name = document.display().to_string();
        let faults: Vec<_> = said.lines().filter(|line| line.contains(&name)).collect();
        assert!(verdict(document, "validates"), "{}", faults.join("\n"));
    }
    let broken = folder.join("broken-manifest.xml");
    let text = fs::read_to_string(&manifest[0]).unwrap();
    fs::write(&broken, text.replacen("<resource identifier=\"TEST\"", "<resource", 1)).unwrap();
    let said = lint(Some(&xsd.join(manifest_schema)), &[manifest[0].clone(), broken]);
    assert!(
        said.contains("imsmanifest.xml validates") && said.contains("broken-manifest.xml fails"),
        "{said}"
    );
}

#[test]
fn qti_22_is_valid() {
    check(Format::Qti22, "qtiv2p2/imsqti_v2p2.xsd", "imscp_v1p1.xsd");
}

#[test]
fn qti_3_is_valid() {
    check(Format::Qti3, "qtiv3p0/imsqti_asiv3p0_sbacv1p0_v1p0.xsd", "qtiv3p0/imsqtiv3p0_imscpv1p2_v1p0.xsd");
}

#[test]
fn formulas_survive_even_those_that_are_none() {
    for format in [Format::Qti22, Format::Qti3] {
        let export = write(format, &items(), &About { title: "Formulas".into(), at: 0 }).unwrap();
        let import = read(format, &export.bytes).unwrap();
        for (item, back) in items().iter().zip(&import.items) {
            assert_eq!((&item.stem, item.options().len()), (&back.stem, back.options().len()), "{format}");
        }
    }
}

#[test]
fn the_official_examples_are_read() {
    let Some(data) = shared_data::find("qti") else { return };
    for (start, format) in [("v22", Format::Qti22), ("v3", Format::Qti3)] {
        let stem = |name: &str| {
            let bytes = fs::read(data.join(format!("examples/{start}_{name}.xml"))).unwrap();
            let import = read(format, &bytes).unwrap();
            assert_eq!(import.skipped, []);
            let item = &import.items[0];
            let options: Vec<_> =
                item.options().iter().map(|o| format!("{} {}", o.label, o.text.as_str())).collect();
            format!("{} {}\n{}", item.aliases.join(","), item.stem.as_str(), options.join("\n"))
        };
        assert_eq!(
            stem("choice"),
            "choice Look at the text in the picture.\n\nNEVER LEAVE LUGGAGE UNATTENDED\n\nWhat does it say?\n\
             A You must stay with your luggage at all times.\n\
             B Do not let someone else look after your luggage.\n\
             C Remember your luggage when you leave."
        );
        assert_eq!(
            stem("choice_multiple"),
            "choiceMultiple Which of the following elements are used to form water?\n\
             A Hydrogen\nB Helium\nC Carbon\nD Oxygen\nE Nitrogen\nF Chlorine"
        );
        assert_eq!(
            stem("inline_choice_math"),
            "inlineChoiceMath Answer the question.\n\nIf \\(a = b\\) and \\(b = c\\) then ____ .\n\
             A \\(x = y\\)\nB \\(a = c\\)\nC \\(b = d\\)"
        );
    }
}
