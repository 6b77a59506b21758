/** How much larger than usual pages are drawn in this window (`--grow`, page.css). */
export const grown = (): number => Number(getComputedStyle(document.documentElement).getPropertyValue('--grow')) || 1;
