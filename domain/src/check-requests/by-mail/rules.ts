/** How long the link in an email works, in hours (decision 186). */
export const linkWorksForHours = 72

/** How often a network, and the holder of a link, can use links in a minute. */
export const linkUses = { ofNetwork: 60, ofLink: 30 }
