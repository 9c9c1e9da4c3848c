import { execFileSync } from 'node:child_process'

/** Builds all packages once for all proofs. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/package.mjs'], { stdio: 'inherit' })
}
