import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { formText } from '../shell/form-text.ts';
import { strings } from '../strings.ts';
import { readBooks } from './send-draft.ts';

const accepted =
  '.epub,.pdf,.docx,.odt,.txt,.md,.markdown,.html,.htm,.fb2,.fb2.zip,application/epub+zip,application/pdf';

/** The page before there is a book: one area, one sentence. */
export function DropArea() {
  const pastes = useSignal(false);
  if (pastes.value) return <PasteForm />;
  return (
    <section class="drop">
      <h1>{strings.drop.title}</h1>
      <p>{strings.drop.hint}</p>
      <div class="actions">
        <FileButton class="button main">{strings.drop.choose}</FileButton>
        <button
          type="button"
          class="button bare"
          onClick={() => {
            pastes.value = true;
          }}
        >
          {strings.drop.paste}
        </button>
      </div>
    </section>
  );
}

/** A button that opens the chooser of files. */
function FileButton({ children, class: name }: { readonly children: string; readonly class: string }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={name} onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accepted}
        aria-label={children}
        onChange={({ currentTarget }) => {
          void readBooks([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Returns a file with the text of the form, named after its title. */
function pastedFile(form: HTMLFormElement): File {
  const title = formText(form, 'title').trim() || strings.drop.pasteName;
  const name = `${title.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').slice(0, 80)}.txt`;
  return new File([formText(form, 'text')], name, { type: 'text/plain' });
}

/** Takes a text from the clipboard, as a file named after its title. */
function PasteForm() {
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void readBooks([pastedFile(event.currentTarget)]);
      }}
    >
      <h1>{strings.drop.paste}</h1>
      <label class="field">
        <span>{strings.drop.pasteTitle}</span>
        <input name="title" maxLength={80} />
      </label>
      <label class="field">
        <span>{strings.drop.pasteLabel}</span>
        <textarea name="text" rows={12} required dir="auto" />
      </label>
      <div class="actions">
        <button class="button main" type="submit">
          {strings.drop.pasteDone}
        </button>
      </div>
    </form>
  );
}
