import type { Font } from 'fontkit';

/* Parts of pdfkit's interface that its types leave out. */
declare global {
  namespace PDFKit {
    interface OpenedImage {
      readonly width: number;
      readonly height: number;
    }
    interface PDFDocument {
      registerFont(name: string, font: Font): this;
      /** Reads an image once, to know its size before it is drawn. Throws for bytes that a PDF doesn't support. */
      openImage(source: Buffer): OpenedImage;
      image(image: OpenedImage, x: number, y: number, options: { width: number; height: number }): this;
    }
  }
}
