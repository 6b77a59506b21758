"""Training by self-play, rules and learning on one GPU; nothing else in the package imports it.

python -m jeton.bots.train --title splendor --seats 2 --seconds 600 --out runs/splendor-2
"""
