/** The cache key of saved views and layouts. */
export const viewsKey = ['views']
