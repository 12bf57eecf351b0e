/** Gets the bytes of an image by its address; undefined if it is unavailable or not allowed. */
export type ReadImage = (address: string) => Promise<Buffer | undefined>;
