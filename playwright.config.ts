import { defineConfig, type Project } from '@playwright/test'
import { chromiumOptions, type Font, fonts } from './scripts/chromium.mjs'
import { filesOf, namedTests, untouchedSpecs } from './scripts/specs.ts'

const quiet = ['gpu', 'quic', 'background-networking', 'component-update', 'sync'].map((part) => `--disable-${part}`)
/** A page of a test is gone before optimized code would pay: it takes a seventh of the browser's time. */
const plainCode = ['--js-flags=--no-maglev --no-opt']
const layouts = '**/layouts.e2e.ts'
const { TEST_FONT: onlyFont, TEST_PROFILE: profile } = process.env

/** What a narrow font breaks is rare, so only a nightly run uses it. */
const fontsToUse = fonts.filter((font) => (onlyFont ? font === onlyFont : font !== 'narrow' || profile === 'nightly'))

/** Specs of which the gate runs only the tests that are named. */
const untouched = profile === 'gate' ? untouchedSpecs().map((row) => `**/${filesOf(row.specs)}`) : []

/** Layouts are read with the other fonts, the rest with the usual one; with `TEST_FONT`, every spec with that font. */
function projectOf(font: Font): Project {
  if (onlyFont) return { name: font, use: browserWith(font) }
  if (font === 'usual') return { name: font, use: browserWith(font), testIgnore: [layouts, ...untouched] }
  return { name: font, use: browserWith(font), testMatch: ['**/fonts.e2e.ts', layouts], testIgnore: untouched }
}

function browserWith(font: Font) {
  return { launchOptions: { args: ['--no-first-run', ...quiet, ...plainCode], ...chromiumOptions(font) } }
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './scripts/prepare-specs.mjs',
  forbidOnly: Boolean(process.env.CI),
  // A third one works while the other two wait for a timer of the product.
  workers: 3,
  // A browser on a busy build machine can be slow once; what fails twice is broken. The report names retried tests.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    // What a test is about comes from its own server; those about the worker allow it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    // Fading in and out takes a tenth of the processor's time, and each test would wait for it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    ...fontsToUse.map(projectOf),
    ...(untouched.length > 0
      ? [{ name: 'named', use: browserWith('usual'), testMatch: untouched, grep: namedTests() }]
      : []),
  ],
})
