/** A picture on a page of a PDF. Lengths in points, from the top left of the page as it is shown. */
export interface PagePicture {
  /** Counted from 1. */
  readonly page: number;
  /** Identifies it in the file: `page-12/picture-3/object-45`, with `.jpg` for a JPEG that is copied unchanged. */
  readonly source: string;
  /** From the tags of the document; undefined where it has none. */
  readonly alt: string | undefined;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly fillsPage: boolean;
}
