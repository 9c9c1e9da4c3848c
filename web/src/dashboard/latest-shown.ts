/** Items in each table of a dashboard (R242). */
export const latestShown = 2
