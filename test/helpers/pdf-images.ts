import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { column, wrap } from './pdf-builder.ts';
import type { PdfImage, PdfPageSpec, PlacedImage } from './pdf-builder.ts';

export const side = 64;
export const size = `/Width ${side} /Height ${side}`;
export const inColors = `${size} /ColorSpace /DeviceRGB /BitsPerComponent 8`;
/** Left half red, right half blue; the upper half darker. */
export const pixels = Buffer.from(
  Array.from({ length: side * side }, (_, at) => {
    const value = at < (side * side) / 2 ? 128 : 255;
    return at % side < side / 2 ? [value, 0, 0] : [0, 0, value];
  }).flat(),
);
const raw = sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
/** With a note of a camera that turns it, which a PDF ignores. */
export const jpegBytes = await raw.clone().withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
const cmykBytes = await raw.clone().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();

export const jpeg: PdfImage = { entries: `${inColors} /Filter /DCTDecode`, data: jpegBytes };
export const flate = (entries: string, data: Uint8Array): PdfImage => ({
  entries: `${entries} /Filter /FlateDecode`,
  data: deflateSync(data),
});
export const plain = flate(inColors, pixels);
/** A black square on white, coded for fax machines (ITU-T T.6). */
const fax = Buffer.from('//81A1f//////////////+P//gAgAg==', 'base64');
const oneBit = `${size} /ColorSpace /DeviceGray /BitsPerComponent 1`;
const jpx = Buffer.from(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAQAAAAEAAAw8HAAAAAAAPY29scgEAAAAAABAAAAC7anAyY/9P/1EALwAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAAAw8BAQ8BAQ8BAf9SAAwAAAABAQUEBAAB/1wAE0CAiIiQiIiQiIiQiIiQiIiQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAANAAB/5PP/BAMCJDe3xgwCz2L/mCAA+PiWYCiIAs9gICAgICAgICAgICAgP/Z',
  'base64',
);

/** A page of a file for bilevel images, with the picture in the coding of fax machines (ITU-T T.88). */
function jbig2(): Buffer {
  const page = Buffer.alloc(19);
  const region = Buffer.alloc(18);
  for (const part of [page, region]) {
    part.writeUInt32BE(side, 0);
    part.writeUInt32BE(side, 4);
  }
  region[17] = 1;
  return Buffer.concat([segment(0, 0x30, page), segment(1, 0x26, Buffer.concat([region, fax]))]);
}

function segment(number: number, type: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, number, type, 0, 1, 0, 0, 0, data.length]), data]);
}

export const words = 'walked along the quay before the lamps were lit, and told the harbour master all of it. '
  .repeat(5)
  .trim();
export const at = (y: number, name: string, x = 72, width = 66) => column(x, y, wrap(`${name} ${words}`, width));
export const placed = (image: PdfImage, y: number, more: Partial<PlacedImage> = {}): PlacedImage => {
  return { image, x: 200, y, width: 100, height: 100, ...more };
};
/** A page with a picture between two paragraphs. */
export const between = (image: PdfImage, more: Partial<PlacedImage> = {}): PdfPageSpec => ({
  texts: [...at(80, 'Ada'), ...at(320, 'Bob')],
  images: [placed(image, 190, more)],
});
/** Returns the colours of the corners of a picture, from the upper left in the direction of reading. */
export async function corners(picture: Uint8Array | undefined): Promise<string> {
  const image = sharp(picture).toColourspace('srgb').removeAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const colorAt = (x: number, y: number): string => {
    const [red = 0, , blue = 0] = data.subarray((y * width + x) * channels);
    if (Math.abs(red - blue) < 40) return red > 128 ? 'white' : 'black';
    return `${Math.max(red, blue) < 190 ? 'dark ' : ''}${red > blue ? 'red' : 'blue'}`;
  };
  const [right, bottom] = [width - 4, height - 4];
  return [colorAt(3, 3), colorAt(right, 3), colorAt(3, bottom), colorAt(right, bottom)].join(', ');
}

export const upright = 'dark red, dark blue, red, blue';

/** The ways in which a PDF stores images: a page with one, and the colours of its corners. */
export const imageKinds: readonly [kind: string, page: PdfPageSpec, corners: string][] = [
  ['a JPEG', between(jpeg), upright],
  [
    'a JPEG in inks',
    between({
      entries: `${size} /ColorSpace /DeviceCMYK /BitsPerComponent 8 /Decode [1 0 1 0 1 0 1 0] /Filter /DCTDecode`,
      data: cmykBytes,
    }),
    'dark red, dark blue, red, dark blue',
  ],
  ['packed colours', between(plain), upright],
  [
    'a palette with a mask',
    between({
      ...flate(
        `${size} /ColorSpace [/Indexed /DeviceRGB 1 <800000 0000ff>] /BitsPerComponent 8`,
        pixels.filter((_, index) => index % 3 === 2).map((blue) => (blue > 0 ? 1 : 0)),
      ),
      mask: flate(`${size} /ColorSpace /DeviceGray /BitsPerComponent 8`, Buffer.alloc(side * side, 200)),
    }),
    'dark red, blue, dark red, blue',
  ],
  [
    'fax',
    between({
      entries: `${oneBit} /DecodeParms << /K -1 /Columns ${side} /Rows ${side} >> /Filter /CCITTFaxDecode`,
      data: fax,
    }),
    'white, white, white, white',
  ],
  ['JBIG2', between({ entries: `${oneBit} /Filter /JBIG2Decode`, data: jbig2() }), 'white, white, white, white'],
  ['JPEG 2000', between({ entries: `${size} /Filter /JPXDecode`, data: jpx }), 'red, red, blue, blue'],
  ['a turned JPEG', between(jpeg, { isTurned: true }), 'dark blue, blue, dark red, red'],
  [
    'an inline image',
    {
      texts: [...at(80, 'Ada'), ...at(320, 'Bob')],
      content: `q 100 0 0 100 200 492 cm BI /W ${side} /H ${side} /CS /RGB /BPC 8 /F /AHx ID ${pixels.toString('hex')}> EI Q`,
    },
    upright,
  ],
];
