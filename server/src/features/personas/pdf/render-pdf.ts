import { marked } from 'marked';
import { createImageCheck } from './check-image.ts';
import { drawBlocks } from './draw-blocks.ts';
import { loadFonts } from './fonts.ts';
import { PageWriter } from './page-writer.ts';
import { replacePictures } from './replace-pictures.ts';
import type { ReadImage } from './read-image.ts';

/** Renders Markdown (GFM) as a PDF: A4, embedded fonts, bookmarks of its headings, page numbers. */
export async function renderPdf(
  { title, markdown }: { title: string; markdown: string },
  readImage: ReadImage,
): Promise<Buffer> {
  // Control characters have no glyphs, and NUL would end a string of the file.
  const text = markdown.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '');
  const fonts = await loadFonts(text + title);
  const page = new PageWriter(title, fonts);
  const isUsable = createImageCheck();
  const readUsable: ReadImage = async (address) => {
    const bytes = await readImage(address);
    return bytes !== undefined && (await isUsable(bytes)) ? bytes : undefined;
  };
  await drawBlocks(page, marked.lexer(replacePictures(text, fonts), { gfm: true }), page.frame, readUsable);
  return page.finish(title);
}
