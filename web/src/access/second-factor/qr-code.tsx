import { encodeQR } from 'qr'

/** The width of the blank margin around the code, in modules, which scanners need. */
const margin = 4

/** A QR code. Always dark on white, because scanners expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: margin })
  const size = rows.length
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 max-w-full rounded-md bg-white text-black"
    >
      <path fill="currentColor" d={darkModules(rows)} />
    </svg>
  )
}

/** A square for each dark module. */
function darkModules(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
