"""Writes a Moodle XML file to standard output, with the tool named by the argument."""

import sys
import tempfile
from pathlib import Path


def with_moodle_questions(path):
    from moodle_questions.questions.multiplechoice import MultipleChoiceQuestion
    from moodle_questions.questions.shortanswer import ShortAnswerQuestion
    from moodle_questions.quiz import Quiz

    quiz = Quiz()
    choice = MultipleChoiceQuestion(
        name="Roots",
        question_text=r"<p>Where is \(x^2 - 1 &lt; 0\)?</p>",
        default_mark=1,
        general_feedback="<p>Between the <b>roots</b>.</p>",
        id_number=17,
    )
    choice.add_answer(0, "left of -1", "There it is positive.")
    choice.add_answer(100, "between -1 and 1", None)
    choice.add_answer(0, "right of 1", None)
    quiz.add_question(choice)
    short = ShortAnswerQuestion(name="Symbol", question_text="Write the symbol of iron.", default_mark=1)
    short.add_answer(100, "Fe")
    short.add_answer(50, "fe", "Capitals matter.")
    quiz.add_question(short)
    quiz.save(str(path))


def with_moocloze(path):
    import moocloze

    question = moocloze.Question(
        name="Water",
        contents=f"<p>Water boils at {moocloze.Numerical(100, 1, show_tolerance=False)} degrees,"
        f" is {moocloze.ShortAnswer('wet')} and is a {moocloze.Multichoice('liquid', ['gas', 'solid'])}.</p>",
        general_feedback="<p>At sea level.</p>",
    )
    boxes = moocloze.Question(name="Boxes", contents=f"Which? {moocloze.Multiresponse(['a', 'b'], ['c'])}")
    moocloze.questions_to_xml_file([question, boxes], path)


tools = {"moodle-questions": with_moodle_questions, "moocloze": with_moocloze}
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "quiz.xml"
    tools[sys.argv[1]](path)
    sys.stdout.buffer.write(path.read_bytes())
