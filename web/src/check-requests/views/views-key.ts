/** Under which the kept views and layouts are in the cache. */
export const viewsKey = ['views']
