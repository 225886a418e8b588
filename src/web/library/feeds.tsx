import { useSignal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { addressOf, call } from '../api/call.ts';
import type { CreateFeedAnswer, ListFeedsAnswer } from '../api/types.ts';
import { announce } from '../shell/announcer.tsx';
import { AskButton } from '../shell/ask/ask-button.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { formText } from '../shell/form-text.ts';
import { useAttempt } from '../shell/use-attempt.ts';
import { dayOf } from '../shell/words.ts';
import { strings } from '../strings.ts';

type Feed = ListFeedsAnswer['feeds'][number];

/** The place of addresses for podcast apps and readers: to make, copy and revoke. */
export function Feeds() {
  const feeds = useSignal<readonly Feed[] | undefined>(undefined);
  const made = useSignal<CreateFeedAnswer | undefined>(undefined);
  const { error, attempt } = useAttempt();
  const load = async (): Promise<void> => {
    feeds.value = (await call<ListFeedsAnswer>('feeds')).feeds;
  };
  useEffect(() => void attempt(load), []);
  const make = async (form: HTMLFormElement): Promise<void> => {
    const body = JSON.stringify({ name: formText(form, 'name') });
    made.value = await call<CreateFeedAnswer>('feeds', { method: 'POST', body });
    form.reset();
    await load();
  };
  const revoke = async ({ id }: Feed): Promise<void> => {
    await call(`feeds/${id}`, { method: 'DELETE' });
    if (made.peek()?.id === id) made.value = undefined;
    announce(strings.feeds.revoked);
    await load();
  };
  return (
    <section class="stack">
      <h1>{strings.feeds.title}</h1>
      <p>{strings.feeds.hint}</p>
      <NewFeed onMake={(form) => void attempt(async () => await make(form))} />
      {error.value !== undefined && <FailureNote error={error.value} />}
      {made.value && <Addresses feed={made.value} />}
      {feeds.value && feeds.value.length > 0 && (
        <FeedList feeds={feeds.value} onRevoke={(feed) => void attempt(async () => await revoke(feed))} />
      )}
      <div>
        <a class="button" href={addressOf('library')} data-place>
          {strings.places.library}
        </a>
      </div>
    </section>
  );
}

function NewFeed({ onMake }: { readonly onMake: (form: HTMLFormElement) => void }) {
  return (
    <form
      class="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        onMake(event.currentTarget);
      }}
    >
      <label class="field">
        <span>{strings.feeds.name}</span>
        <input name="name" maxLength={100} autocomplete="off" />
      </label>
      <div>
        <button class="button main" type="submit">
          {strings.feeds.make}
        </button>
      </div>
    </form>
  );
}

/** The addresses of a new feed: the service shows them once. */
function Addresses({ feed }: { readonly feed: CreateFeedAnswer }) {
  return (
    <div class="note stack tight" role="group" aria-label={strings.feeds.addresses}>
      <p>{strings.feeds.once}</p>
      <Address key={feed.podcast} label={strings.feeds.podcast} address={feed.podcast} />
      <Address key={feed.catalog} label={strings.feeds.catalog} address={feed.catalog} />
    </div>
  );
}

function Address({ label, address }: { readonly label: string; readonly address: string }) {
  const input = useRef<HTMLInputElement>(null);
  const isCopied = useSignal(false);
  return (
    <div class="copied">
      <label class="field">
        <span>{label}</span>
        <input ref={input} readOnly dir="ltr" value={address} onFocus={({ currentTarget }) => currentTarget.select()} />
      </label>
      <button
        type="button"
        class="button"
        aria-label={strings.feeds.copyOf(label)}
        onClick={() => void copy(input.current, isCopied)}
      >
        {isCopied.value ? strings.feeds.copied : strings.feeds.copy}
      </button>
    </div>
  );
}

async function copy(input: HTMLInputElement | null, isCopied: Signal<boolean>): Promise<void> {
  if (!input) return;
  input.select();
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    // Only pages of this machine and of HTTPS have the other way.
    // oxlint-disable-next-line typescript/no-deprecated
    if (!document.execCommand('copy')) return;
  }
  isCopied.value = true;
  announce(strings.feeds.copied);
}

interface ListProps {
  readonly feeds: readonly Feed[];
  readonly onRevoke: (feed: Feed) => void;
}

function FeedList({ feeds, onRevoke }: ListProps) {
  return (
    <div class="stack tight">
      <h2>{strings.feeds.yours}</h2>
      <ul class="downloads">
        {feeds.map((feed) => (
          <FeedRow key={feed.id} feed={feed} onRevoke={onRevoke} />
        ))}
      </ul>
    </div>
  );
}

function FeedRow({ feed, onRevoke }: Pick<ListProps, 'onRevoke'> & { readonly feed: Feed }) {
  const name = feed.name === '' ? strings.feeds.noName : feed.name;
  return (
    <li class="feed">
      <span>
        <bdi>{name}</bdi> <span class="hint">{strings.feeds.since(dayOf(feed.createdAt))}</span>
      </span>
      <AskButton
        label={strings.feeds.revoke}
        spokenLabel={strings.feeds.revokeOf(name)}
        question={strings.feeds.sure}
        confirm={strings.feeds.revokeNow}
        onConfirm={() => onRevoke(feed)}
      />
    </li>
  );
}
