/**
 * Sooner than the next poll, so that only the stream can bring a change. Times below a second are measured where
 * nothing else runs: `npm run bench -- --only browser`.
 */
export const beforeNextPoll = { timeout: 5000 }
