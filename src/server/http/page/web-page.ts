import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequestHandler, Response } from 'express';
import { systemCode } from '../../../core/errors.ts';
import { packageRoot } from '../../../core/package-root.ts';
import { basePathOf } from '../base-path.ts';
import { sendPacked } from '../send-packed.ts';

/** Returns the folder of the page that the build wrote. */
export function builtPage(): string {
  return fileURLToPath(new URL('dist/web/', packageRoot()));
}

/** Addresses of the page. At those that are the API's, too, it is for those who ask for HTML, as browsers do. */
export const pagePlaces = ['/', '/jobs', '/jobs/:id', '/library', '/listen/:id', '/feeds'];

/**
 * Returns the handler of the addresses of the page: it sends the document to requests that prefer HTML. Relative addresses in it
 * begin at the base path. Without a built page, `/` leads to the documentation and nothing else changes.
 */
export function pageDocument(folder: string): RequestHandler {
  return async (request, response, next) => {
    // Also where the API responds, so that a cache keeps both responses.
    response.vary('Accept');
    const isStart = request.path === '/';
    const isAsked = isStart || request.accepts(['json', 'html']) === 'html';
    const document = isAsked ? await readOptional(path.join(folder, 'index.html')) : undefined;
    if (document !== undefined) sendDocument(document.toString('utf8'), response);
    else if (isStart) response.redirect(`${basePathOf(response)}/docs`);
    else next();
  };
}

function sendDocument(document: string, response: Response): void {
  const base = `<base href="${basePathOf(response)}/">`;
  response
    .set('Cache-Control', 'no-cache')
    .type('html')
    .send(document.replace(/<head[^>]*>/u, (head) => head + base));
}

/**
 * Returns the handler of all other files of the page. The build puts a hash into the names below `assets/`, so that these are
 * kept for a year; the others are asked for each time.
 */
export function pageFiles(folder: string): RequestHandler {
  return async (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const name = isRead ? safeName.exec(request.path)?.[1] : undefined;
    const content = name === undefined ? undefined : await readOptional(path.join(folder, name));
    if (name === undefined || content === undefined) {
      next();
      return;
    }
    const isHashed = name.startsWith('assets/');
    response
      .set('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      .type(path.extname(name));
    if (isText.test(response.get('Content-Type') ?? '')) await sendPacked(content, request, response);
    else response.send(content);
  };
}

const isText = /^(?:text\/|image\/svg|application\/(?:json|javascript|manifest))/u;

/** Neither a hidden file nor a way out of the folder. */
const safeName = /^\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.\w+)$/u;

async function readOptional(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}
