/** Gets the bytes of an image by its address; undefined if it can't or mustn't be had. */
export type ReadImage = (address: string) => Promise<Buffer | undefined>;
