// Handing a link on: by the device's own means, or by the clipboard.

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

/** Share a link by touch if the device can; else copy it. Returns whether it was copied. */
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
