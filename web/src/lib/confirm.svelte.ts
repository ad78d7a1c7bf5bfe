/** A question before something that cannot be undone. */

export interface Question {
  title: string;
  detail: string;
  action: string;
  danger?: boolean;
}

class Asking {
  question = $state.raw<Question | undefined>();
  #answer: ((yes: boolean) => void) | undefined;

  ask(question: Question): Promise<boolean> {
    this.#answer?.(false);
    this.question = question;
    return new Promise((resolve) => (this.#answer = resolve));
  }

  answer(yes: boolean): void {
    this.question = undefined;
    this.#answer?.(yes);
    this.#answer = undefined;
  }
}

export const asking = new Asking();

/** Whether the person really wants it. */
export function confirmed(question: Question): Promise<boolean> {
  return asking.ask(question);
}
