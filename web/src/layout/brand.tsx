/** Mark and name of the product. */
export function Brand() {
  return (
    <span className="flex items-center gap-2.5 text-base font-semibold whitespace-nowrap">
      <img src="/favicon.svg" alt="" width={28} height={28} />
      Check Request App
    </span>
  )
}
