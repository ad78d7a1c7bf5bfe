/** What forms have in common. */
import { tick } from 'svelte';

/** Takes whoever fills in a form to the first field that is wrong, once that is shown. */
export async function toFirstWrong(form: HTMLFormElement | undefined): Promise<void> {
  await tick();
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
