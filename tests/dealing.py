"""Which worker begins with what: browsers cost processors, servers cost patience, and long tests come first."""

from itertools import islice


def deal(browser, others, workers):
    """Return all tests in the order in which workers with even slices of it wait least; long tests before short ones.

    One worker begins with the long tests without a browser, which mostly wait: for servers, databases, processes. The
    others share those in a browser, so that each starts one and keeps it, with a server, until it needs neither again.
    The remaining short tests fill up the slices; at the ends of the slices they wait for the worker that is done first.

    >>> long, short = ["wait 1", "wait 2"], [f"short {i}" for i in range(1, 8)]
    >>> dealt = deal((["match 1", "match 2"], ["page 1", "page 2", "page 3", "page 4"]), (long, short), 3)
    >>> for slice in (dealt[:5], dealt[5:10], dealt[10:]): print(*slice, sep=", ")
    wait 1, wait 2, short 1, short 2, short 3
    match 1, page 1, page 2, short 4, short 5
    match 2, page 3, page 4, short 6, short 7
    """
    matches, pages = browser
    long, short = others
    if workers < 2:
        return [*long, *matches, *pages, *short]
    sharing = workers - 1
    size = -(-(len(matches) + len(pages) + len(long) + len(short)) // workers)
    fillers = iter(short)
    dealt = []
    for first in (long, *(_share(matches, pages, i, sharing) for i in range(sharing))):
        dealt += [*first, *islice(fillers, max(0, size - len(first)))]
    return [*dealt, *fillers]


def _share(matches, pages, number, of):
    """Deal long ones by turns, and the short ones in a row, since neighbours share a page."""
    begin, end = (len(pages) * at // of for at in (number, number + 1))
    return [*matches[number::of], *pages[begin:end]]
