/** For how long a proof counts as fresh, in milliseconds. */
export const freshFor = 600_000

/** How many passkeys somebody can have. */
export const mostPasskeys = 20

/** How many recovery codes are made at once. */
export const recoveryCodesMade = 10
