declare module 'unbzip2-stream' {
  /** Returns a stream that decompresses what is written to it. */
  export default function unbzip2(): NodeJS.ReadWriteStream;
}
