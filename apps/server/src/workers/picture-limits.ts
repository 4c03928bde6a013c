/** The pixels of the largest picture that is decoded or shown; a screen of 8K has 33 million. */
export const picturePixelsMax = 40_000_000
