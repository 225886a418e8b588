// Draws the icons of the page from its SVG: `node scripts/make-icons.mjs`.
import path from 'node:path';
import sharp from 'sharp';

const folder = path.join(import.meta.dirname, '../src/web/public/icons');
const drawing = path.join(folder, 'icon.svg');
const background = '#1f5f5b';

for (const size of [192, 512]) {
  await sharp(drawing, { density: 300 })
    .resize(size)
    .png({ palette: true })
    .toFile(path.join(folder, `icon-${size}.png`));
}
// Systems cut maskable icons to a circle: the drawing is in the inner 80 percent.
await sharp({ create: { width: 512, height: 512, channels: 4, background } })
  .composite([{ input: await sharp(drawing, { density: 300 }).resize(410).png().toBuffer() }])
  .png({ palette: true })
  .toFile(path.join(folder, 'icon-maskable-512.png'));
