/**
 * Shorter than the poll interval, so that only the stream can deliver a change in time. Times below a second are
 * measured where nothing else runs: `npm run bench -- --only browser`.
 */
export const beforeNextPoll = { timeout: 5000 }
