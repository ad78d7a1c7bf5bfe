//! Path B: the reference and the samples, from the request, an attached file or an address, in this order.

use std::pin::Pin;
use std::sync::Arc;

use serde_json::json;
use tutti_core::{Code, ContentHash, Problem};
use tutti_document::{BlockKind, Reader};
use tutti_engine::{Failure, Stop};
use tutti_fetch::Fetcher;
use tutti_store::{Owned, Store};

use crate::agents::SAMPLE_QUESTION_EXTRACTOR;
use crate::assignment::{Brief, Given, Material};
use crate::flow::people::{self, Reply};
use crate::flow::task::{Ground, Leave, Task};
use crate::native::extractor::samples;
use crate::order::{Sample, ToExtract};
use crate::routing::{self, Route, Rule};
use crate::status::{Flag, Stage};

/// What a field names: files and addresses, in words.
struct Named<'a> {
    field: &'a str,
    files: Vec<&'a str>,
    addresses: Vec<&'a str>,
}

impl<'a> Named<'a> {
    fn of(field: &'a str) -> Self {
        let words = field.split([',', ';', '\n', '\t']).map(str::trim).filter(|word| !word.is_empty());
        let is_address = |word: &&str| word.starts_with("http://") || word.starts_with("https://");
        let (addresses, files) = words.partition(is_address);
        Self { field: field.trim(), files, addresses }
    }
}

/// What questions are made from on Path B.
pub(super) async fn read_material(
    task: &mut Task<'_>,
    brief: &Brief,
    material: &Material,
) -> Result<Ground, Leave> {
    let (reference, samples) = match material {
        Material::Reference { reference, samples } => (Some(reference), samples.as_ref()),
        Material::SamplesOnly(samples) => (None, Some(samples)),
    };
    let reference = read_reference(task, reference).await?;
    let mut ground = Ground::of_text(task, brief, &reference);
    let samples = match samples {
        Some(samples) => read_samples(task, samples).await?,
        None => Vec::new(),
    };
    sort_samples(task, &mut ground, samples).await?;
    Ok(ground)
}

/// The reference text, from any source that has it. Without one a person is asked.
async fn read_reference(task: &mut Task<'_>, given: Option<&Given>) -> Result<String, Leave> {
    let (name, read) = match given {
        Some(Given::Text(text)) => return Ok(text.clone()),
        Some(Given::Named(name)) => (name.trim(), read(task, "reference", name).await?),
        None => ("", Ok(String::new())),
    };
    let outcome = read.as_deref().map_err(|problem| problem.detail.as_str());
    let Some(ruling) = routing::material(name, outcome, false) else { return Ok(read.unwrap_or_default()) };
    let ask = "Send the text of the reference material, or answer `skip`.";
    let place = task.run.at("reference");
    match people::ask_for_text(task, &place, &ruling, ask, &[]).await? {
        Reply::Given(text) => Ok(text),
        Reply::GoOn | Reply::Again => Ok(String::new()),
    }
}

/// The samples that came with the request.
async fn read_samples(task: &mut Task<'_>, given: &Given) -> Result<Vec<Sample>, Leave> {
    let text = match given {
        Given::Text(text) => text.clone(),
        Given::Named(name) => {
            let read = read(task, "samples", name).await?;
            let outcome = read.as_deref().map_err(|problem| problem.detail.as_str());
            match routing::material(name.trim(), outcome, true) {
                None => read.unwrap_or_default(),
                Some(ruling) => {
                    let ask =
                        "Send the text of the sample questions, answer `go_on` to do without, or `skip`.";
                    let place = task.run.at("samples");
                    match people::ask_for_text(task, &place, &ruling, ask, &["go_on"]).await? {
                        Reply::Given(text) => text,
                        Reply::GoOn | Reply::Again => return Ok(Vec::new()),
                    }
                }
            }
        }
    };
    let found = samples(&text);
    if found.is_empty() {
        let detail = "no question could be made out in the sample questions; they are not used";
        task.flag(Flag::new("samples_not_recognised", detail));
    }
    Ok(found)
}

/// Samples for the writer: those in scope, where they are to be sorted, else all.
async fn sort_samples(task: &mut Task<'_>, ground: &mut Ground, given: Vec<Sample>) -> Result<(), Leave> {
    if !task.wishes.extract || given.is_empty() {
        ground.samples = given;
        return Ok(());
    }
    let input = ToExtract { reference: ground.reference.clone(), samples: given };
    let place = task.run.at("extract");
    let stage = Stage::SampleQuestionExtractor;
    let extraction = task
        .call(&place, stage, &SAMPLE_QUESTION_EXTRACTOR, &input, |given| given.escalate.as_deref())
        .await?;
    let counts = json!({
        "in_scope": extraction.in_scope.len(),
        "partial": extraction.partial.len(),
        "out_of_scope": extraction.out_of_scope.len(),
        "extraction": extraction,
    });
    task.stage(stage, counts);
    for ruling in routing::extraction(&extraction, input.samples.len()) {
        match &ruling.route {
            Route::Halt { .. } if ruling.rule == Rule::NoSampleInScope => {
                let reasons =
                    extraction.all().map(|sorted| format!("sample {}: {}", sorted.number, sorted.reason));
                let ask = "Go on without sample questions, or skip the task and give others?";
                let allowed = ["go_on", "skip"];
                people::decide(task, &place, &ruling, ask, reasons.collect(), &allowed).await?;
            }
            _ => ground.guidance.extend(task.note_ruling(ruling)),
        }
    }
    let fits = |sample: &Sample| extraction.in_scope.iter().any(|sorted| sorted.number == sample.number);
    ground.samples = input.samples.into_iter().filter(fits).collect();
    Ok(())
}

/// The text of what a field names: an attached file, else an address. A failure is for a person to mend.
async fn read(task: &Task<'_>, name: &str, field: &str) -> Result<Result<String, Problem>, Stop> {
    let named = Named::of(field);
    let same = |attached: &str, file: &str| {
        let last = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_lowercase();
        attached == file || last(attached) == last(file)
    };
    let attached = task.attached.iter().find(|attached| {
        named.files.iter().any(|file| same(&attached.name, file)) || attached.name == named.field
    });
    let store = task.run.service::<Store>()?.of(&task.run.account().owner);
    let reader = task.run.service::<Reader>()?;
    // Boxed, so that the compiler need not look through it for what may cross threads.
    let body: Pin<Box<dyn Future<Output = Result<String, Failure>> + Send>> = match attached {
        Some(file) => Box::pin(read_file(store, reader, file.hash.clone(), file.name.clone())),
        None => match named.addresses.first() {
            Some(address) => {
                let fetcher = task.run.service::<Fetcher>().ok();
                Box::pin(fetch(fetcher, reader, (*address).to_owned()))
            }
            None => {
                let problem = Problem::new(Code::NotFound, "it is not among the attached files");
                return Ok(Err(problem));
            }
        },
    };
    match task.run.at(name).step("read", &field, || body).await {
        Ok(text) => Ok(Ok(text)),
        Err(Stop::Failed(problem)) => Ok(Err(problem)),
        Err(stop) => Err(stop),
    }
}

async fn read_file(
    store: Owned,
    reader: Arc<Reader>,
    hash: ContentHash,
    name: String,
) -> Result<String, Failure> {
    let bytes = store.file(hash.clone()).await.map_err(|error| Failure::Final(error.into()))?;
    let missing = || Problem::new(Code::NotFound, format!("there is no file {hash} in the store"));
    text_of(&reader, &bytes.ok_or_else(|| Failure::Final(missing()))?, &name).await
}

async fn fetch(
    fetcher: Option<Arc<Fetcher>>,
    reader: Arc<Reader>,
    address: String,
) -> Result<String, Failure> {
    let Some(fetcher) = fetcher else {
        let problem = Problem::new(Code::CallsForbidden, "nothing is fetched from the web here");
        return Err(Failure::Final(problem));
    };
    let fetched = fetcher.fetch(&address).await.map_err(|error| Failure::Final(error.into()))?;
    text_of(&reader, &fetched.bytes, &fetched.address).await
}

/// Text recognised from images with less confidence is a guess.
const LEAST_CONFIDENCE: f64 = 0.60;

/// Blocks with an empty line between them. A document that is mostly images with low recognition confidence is not
/// read.
pub(super) async fn text_of(reader: &Reader, bytes: &[u8], name: &str) -> Result<String, Failure> {
    let document = reader.read(bytes, Some(name)).await.map_err(|error| Failure::Final(error.into()))?;
    let blocks = document.blocks.iter().map(|block| match block.kind {
        BlockKind::ListItem => format!("• {}", block.text),
        BlockKind::Heading(_) => format!("# {}", block.text),
        _ => block.text.clone(),
    });
    let text = blocks.collect::<Vec<_>>().join("\n\n");
    let quality = &document.quality;
    let scanned = quality.pages_ocr.len() * 2 >= quality.pages as usize && !text.trim().is_empty();
    match quality.ocr_confidence.filter(|confidence| scanned && *confidence < LEAST_CONFIDENCE) {
        None => Ok(text),
        Some(confidence) => {
            let detail =
                format!("it is an image whose text was recognised with a confidence of {confidence:.2}");
            Err(Failure::Final(Problem::new(Code::Unreadable, detail)))
        }
    }
}
