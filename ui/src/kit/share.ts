// Handing a link on: by what the device has for it, or by the clipboard.

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Plain HTTP gives no clipboard: the old way.
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
}

/** Share a link where the device knows how, by touch; else it is copied. Whether it was copied. */
export async function share(url: string): Promise<boolean> {
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    try {
      await navigator.share({ url, title: 'Jeton' });
    } catch {
      /* changed their mind */
    }
    return false;
  }
  await copy(url);
  return true;
}
