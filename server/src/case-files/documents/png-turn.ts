import { orientationIn, type Upright, uprightBy } from './upright.ts'

const afterSignature = 8

/**
 * How a PNG is shown upright, as browsers show it: by what it says before its pixels. What it says after them comes too
 * late for those that draw while they read.
 */
export function uprightOfPng(png: Buffer): Upright {
  return uprightBy(() => {
    let at = afterSignature
    while (typeAt(png, at) !== 'eXIf' && typeAt(png, at) !== 'IDAT') at = nextAfter(png, at)
    return typeAt(png, at) === 'eXIf' ? orientationIn(png.subarray(at + 8, at + 8 + png.readUInt32BE(at))) : 1
  })
}

/** The same PNG without what follows its end: not every library expects it. */
export function untilEnd(png: Buffer): Buffer {
  let at = afterSignature
  while (typeAt(png, at) !== 'IEND') at = nextAfter(png, at)
  return png.subarray(0, at + 12)
}

function typeAt(png: Buffer, at: number): string {
  return png.toString('latin1', at + 4, at + 8)
}

function nextAfter(png: Buffer, at: number): number {
  return at + 12 + png.readUInt32BE(at)
}
