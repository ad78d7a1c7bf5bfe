use super::*;

fn reading_with_key() -> CsvReading {
    CsvReading { key: [("q1".to_owned(), "B".to_owned())].into(), ..CsvReading::default() }
}

#[track_caller]
fn check_refused(text: &str, reading: &CsvReading, expected: &str) {
    assert_eq!(read_csv(text, reading).unwrap_err().to_string(), expected);
}

#[test]
fn reads_what_spreadsheets_write() {
    use Cell::{Chosen, NotPresented, NotReached, Omitted, Right, Wrong};
    let text = "\u{feff}student;q1;q2;q3\r\n\"Ann; \"\"A\"\"\";b;1;\r\n\r\nBob;D;NA;NR\r\n\"C\nD\"; ;0;1";
    let table = read_csv(text, &reading_with_key()).unwrap();
    assert_eq!(table.persons(), ["Ann; \"A\"", "Bob", "C\nD"]);
    assert_eq!(table.items()[0], Item::choice("q1", ["B", "D"], 0));
    assert_eq!(table.row(0), [Chosen(0), Right, Omitted]);
    assert_eq!(table.row(1), [Chosen(1), NotPresented, NotReached]);
    assert_eq!(table.row(2), [Omitted, Wrong, Right]);
}

#[test]
fn persons_are_numbered_when_nobody_names_them() {
    let table = read_csv("q1,q2\n1,0\n0,", &CsvReading::default()).unwrap();
    assert_eq!(table.persons(), ["1", "2"]);
    let reading =
        CsvReading { trailing_not_reached: true, blank: Blank::NotPresented, ..CsvReading::default() };
    assert_eq!(read_csv("q1,q2\n1,0\n0,", &reading).unwrap().row(1)[1], Cell::NotPresented);
}

#[test]
fn listed_options_keep_their_order() {
    let reading = CsvReading {
        options: [("q1".to_owned(), vec!["z".to_owned(), "B".to_owned(), "true".to_owned()])].into(),
        ..reading_with_key()
    };
    let table = read_csv("id,q1\nx,TRUE\ny,b", &reading).unwrap();
    assert_eq!(table.items()[0].key, Some(1));
    assert_eq!(table.column(0).collect::<Vec<_>>(), [Cell::Chosen(2), Cell::Chosen(1)]);
    check_refused(
        "id,q1\nx,C",
        &reading,
        "line 2, column 2: `C` is not an option of item `q1`; its options are: z, B, true",
    );
}

#[test]
fn errors_name_the_place() {
    let plain = CsvReading::default();
    check_refused("", &plain, "line 1, column 1: there is no header");
    check_refused("id\nx", &plain, "line 1, column 1: the header names no item");
    check_refused("id,q,q\n", &plain, "line 1, column 3: two columns are called `q`");
    check_refused("id,q,\n", &plain, "line 1, column 3: the item has no name");
    check_refused("id,q,r\na,1,0\nb,1\n", &plain, "line 3, column 3: the line has 2 cells, the header 3");
    check_refused("id,q\na,1,0", &plain, "line 2, column 3: the line has 3 cells, the header 2");
    check_refused("id,q\na,1\n\nb,1\na,0", &plain, "line 5, column 1: person `a` is already in line 2");
    check_refused("id,q\n,1", &plain, "line 2, column 1: the person has no name");
    check_refused("id,q\n\"a,1", &plain, "line 2, column 1: a quoted cell does not end");
    check_refused("id,q\n\"a\"b,1", &plain, "line 2, column 1: text follows the closing quote of a cell");
    check_refused(
        "id,q\n\"x\ny\",1\nb,A",
        &plain,
        "line 4, column 2: `A` is not an answer to item `q`: there is no key for it, so 0 or 1 is expected",
    );
    check_refused(
        "id,q1\na,AB",
        &reading_with_key(),
        "line 2, column 2: `AB` is not an option of item `q1`; its options are: single letters",
    );
    check_refused(
        "id,qq1\n",
        &reading_with_key(),
        "line 1, column 1: no column is called `q1`; did you mean `qq1`?",
    );
}
