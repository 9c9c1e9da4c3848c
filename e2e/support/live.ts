/**
 * Sooner than the next poll, so that it is the stream that brings a change. That it takes less than a second is
 * measured where nothing else runs: `npm run bench -- --only browser`.
 */
export const beforeNextPoll = { timeout: 5000 }
