import type { ComponentChildren } from 'preact';

function Icon({ children, filled = false }: { readonly children: ComponentChildren; readonly filled?: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** The mark of the program: an open book with sound. */
export const BookIcon = () => (
  <Icon>
    <path d="M12 7c-2-1.6-4.6-2-8-2v12c3.4 0 6 .4 8 2 2-1.6 4.6-2 8-2V5c-3.4 0-6 .4-8 2Zm0 0v12" />
  </Icon>
);
export const PlayIcon = () => (
  <Icon filled>
    <path d="M8 5.200v13.600c0 .6.7 1 1.2.7l10.3-6.800c.5-.3.5-1 0-1.300L9.2 4.500c-.5-.3-1.2 0-1.2.7Z" />
  </Icon>
);
export const StopIcon = () => (
  <Icon filled>
    <path d="M6.5 6.500h11v11h-11z" />
  </Icon>
);
export const PauseIcon = () => (
  <Icon filled>
    <path d="M7 5h3.500v14H7zM13.5 5H17v14h-3.500z" />
  </Icon>
);
export const BackIcon = () => (
  <Icon>
    <path d="M5 5v4.500h4.500M5.5 9.500A7.5 7.5 0 1 1 4.6 14" />
  </Icon>
);
export const ForwardIcon = () => (
  <Icon>
    <path d="M19 5v4.500h-4.500M18.5 9.500a7.5 7.5 0 1 0 .9 4.5" />
  </Icon>
);
export const PreviousIcon = () => (
  <Icon>
    <path d="M18 6v12l-9-6 9-6ZM6 6v12" />
  </Icon>
);
export const NextIcon = () => (
  <Icon>
    <path d="M6 6v12l9-6-9-6ZM18 6v12" />
  </Icon>
);
