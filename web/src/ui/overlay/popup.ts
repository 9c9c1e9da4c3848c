/** The style of popups: menus and lists of options. */
export const popupListClass =
  'max-h-(--available-height) overflow-y-auto rounded-md border border-line bg-raised shadow-popup outline-hidden ' +
  'transition-opacity duration-100 data-starting-style:opacity-0 data-ending-style:opacity-0'

/** The style of a list of options, which is at most 300 px high. */
export const choiceListClass =
  'max-h-[min(300px,var(--available-height))] overflow-y-auto overscroll-contain p-1 outline-hidden'

/** The style of an option in a list of options. */
export const choiceClass =
  'grid min-h-8 cursor-default grid-cols-[1rem_1fr] items-center gap-2 rounded-sm px-2 py-1 outline-hidden select-none ' +
  'data-highlighted:bg-accent-soft data-disabled:text-ink-soft pointer-coarse:min-h-11'

/** The style of the heading above a group of options. */
export const choiceGroupClass = 'px-2 pt-2 pb-1 text-xs font-semibold text-ink-soft'
