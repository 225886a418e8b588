import { strings } from '../strings.ts';

interface CoverProps {
  readonly title: string;
  readonly author?: string | undefined;
  readonly src?: string | undefined;
  readonly class?: string | undefined;
  /** Whether the picture is fetched only when it comes into view. */
  readonly lazy?: boolean | undefined;
}

/** The cover of a book, or a plain one with its title where it has none. It takes the same room in both cases. */
export function CoverPicture({ title, author, src, class: name = '', lazy = false }: CoverProps) {
  return (
    <div class={`cover ${name}`}>
      <div class="cover-plain" aria-hidden="true" style={{ '--hue': String(hueOf(title)) }}>
        <span dir="auto">{title}</span>
        {author && <small dir="auto">{author}</small>}
      </div>
      {src !== undefined && (
        <img
          src={src}
          alt={strings.draft.cover(title)}
          width={400}
          height={600}
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
    </div>
  );
}

/** Returns a hue that stays the same for the same title: 0 to 359. */
function hueOf(title: string): number {
  let hash = 7;
  for (const letter of title) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 360;
  return hash;
}
