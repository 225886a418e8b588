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
/** An arrow back, round a number of seconds. */
export const BackIcon = ({ seconds }: { readonly seconds: number }) => (
  <Icon>
    <path d="M7.500 3.500 4.500 6.500l3 3M4.500 6.500H13a7 7 0 1 1-7 7" />
    <Seconds seconds={seconds} />
  </Icon>
);
/** An arrow forward, round a number of seconds. */
export const ForwardIcon = ({ seconds }: { readonly seconds: number }) => (
  <Icon>
    <path d="m16.500 3.500 3 3-3 3M19.500 6.500H11a7 7 0 1 0 7 7" />
    <Seconds seconds={seconds} />
  </Icon>
);

function Seconds({ seconds }: { readonly seconds: number }) {
  return (
    <text x="12" y="16.5" text-anchor="middle" font-size="8.5" font-weight="700" fill="currentColor" stroke="none">
      {seconds}
    </text>
  );
}

export const SleepIcon = () => (
  <Icon>
    <path d="M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10Z" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="m6.500 6.500 11 11m0-11-11 11" />
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
