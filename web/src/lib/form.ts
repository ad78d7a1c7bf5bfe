/** Helpers for forms. */
import { tick } from 'svelte';

/** Moves the focus to the first invalid field, once errors are rendered. */
export async function focusFirstInvalid(form: HTMLFormElement | undefined): Promise<void> {
  await tick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
