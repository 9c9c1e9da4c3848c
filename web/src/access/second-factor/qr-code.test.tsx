import { render, screen } from '@testing-library/react'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { QrCode } from '#access/second-factor/qr-code.tsx'

const url = 'otpauth://totp/Check%20Requests:nora@lakeside.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Check'
const scale = 4

test('draws a QR code that decodes to its text', () => {
  render(<QrCode text={url} label="QR code" />)
  const picture = screen.getByRole('img', { name: 'QR code' })
  const size = Number(picture.getAttribute('viewBox')?.split(' ')[2])
  const path = picture.querySelector('path')?.getAttribute('d') ?? ''
  const dark = new Set(Array.from(path.matchAll(/M(\d+) (\d+)h1v1h-1z/g), ([, x, y]) => `${x} ${y}`))
  expect(decodeQR(drawn(size, dark))).toBe(url)
})

/** The squares as pixels of an image. */
function drawn(size: number, dark: ReadonlySet<string>) {
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++)
      if (dark.has(`${Math.floor(x / scale)} ${Math.floor(y / scale)}`))
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { width, height: width, data }
}
