/** Confirmation before an action that cannot be undone. */

export interface Question {
  title: string;
  detail: string;
  action: string;
  danger?: boolean;
}

class Confirmation {
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

export const confirmation = new Confirmation();

/** Asks the user to confirm; true if they do. */
export function askToConfirm(question: Question): Promise<boolean> {
  return confirmation.ask(question);
}
