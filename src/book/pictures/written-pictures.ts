/** The pictures of a book that are needed, and the folder for their files. */
export interface PictureRequest {
  /** As `BlockPicture` has them. */
  readonly sources: readonly string[];
  /** An empty folder. */
  readonly folder: string;
}

/** A picture of a book that has not been read. */
export interface FoundPicture {
  readonly source: string;
  /** Throws `book-too-large` or `book-damaged`. */
  readonly read: () => Promise<Buffer> | Buffer;
}

/** A picture in the folder. The name of its file is its hash, so that pictures with the same content share one. */
export interface WrittenPicture {
  readonly source: string;
  /** Taken from its bytes. */
  readonly mediaType: string;
  /** Of the content that was written, hex. */
  readonly sha256: string;
}

/** The pictures that were written, and those that were not, each with the reason. */
export interface WrittenPictures {
  readonly pictures: readonly WrittenPicture[];
  readonly leftOut: readonly { readonly source: string; readonly reason: string }[];
}
