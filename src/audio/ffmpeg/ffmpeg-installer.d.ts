declare module '@ffmpeg-installer/ffmpeg' {
  const installer: { readonly path: string; readonly version: string; readonly url: string };
  // The package's own shape.
  // oxlint-disable-next-line import/no-default-export
  export default installer;
}
