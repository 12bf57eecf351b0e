/** Gets the bytes of an image by its address; undefined where it can't or mustn't be had. */
export type ReadImage = (address: string) => Promise<Buffer | undefined>;
