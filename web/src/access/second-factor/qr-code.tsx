import { encodeQR } from 'qr'

/** Blank modules around the code, which scanners need. */
const margin = 4

/** A QR code, dark on white in every theme because scanners expect that. */
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
