import { useEffect, useRef } from 'preact/hooks';
import { dropAccent, takeAccent } from './cover-accent.ts';
import { strings } from '../strings.ts';

interface CoverProps {
  readonly title: string;
  readonly author?: string | undefined;
  readonly src?: string | undefined;
  readonly class?: string | undefined;
  /** Whether the picture is fetched only when it comes into view. */
  readonly lazy?: boolean | undefined;
  /** Whether the page takes its color from the picture. */
  readonly accent?: boolean | undefined;
}

/** The cover of a book, or a plain one with its title where it has none. It takes the same room in both cases. */
export function CoverPicture({ title, author, src, class: name = '', lazy = false, accent = false }: CoverProps) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const { current } = image;
    return () => dropAccent(current);
  }, [src]);
  return (
    <div class={`cover ${name}`}>
      <div class="cover-plain" aria-hidden="true" style={{ '--hue': String(hueOf(title)) }}>
        <span dir="auto">{title}</span>
        {author && <small dir="auto">{author}</small>}
      </div>
      {src !== undefined && (
        <img
          ref={image}
          src={src}
          alt={strings.draft.cover(title)}
          width={400}
          height={600}
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
          onLoad={({ currentTarget }) => {
            if (accent) takeAccent(currentTarget);
          }}
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
