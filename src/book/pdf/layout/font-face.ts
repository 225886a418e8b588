/** The style of the letters of a font. */
export interface FontFace {
  /** As in CSS: 400 is regular, 700 bold. */
  readonly weight: number;
  readonly isItalic: boolean;
}

/** A text and the face that it is set in. */
export interface FacedText {
  readonly text: string;
  readonly face: FontFace;
}
