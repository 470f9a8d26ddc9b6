#!/usr/bin/env python3
"""Train the net of gtpgo from arrays made by training/positions.

    python3 training/train.py ARRAYS --out FOLDER

ARRAYS holds a folder for each board size; training/positions says what is in it. One
net serves all sizes: it is fully convolutional, and global pooling tells it of the
whole board (David Wu, "Accelerating self-play learning in Go", 2019, section 4.1).
FOLDER gets the weights as the engine reads them (weights.bin), what was measured on the
way (weights.log), and the state of the training (net.pt). The run depends on the
arrays, the arguments and the seed only.
"""

import argparse
import math
import os
import pathlib
import struct
import time
import zlib

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

PLANES = 16  # of the input, one bit each: package net
GLOBALS = 8
MAGIC = b"gtpgonet"  # what a file of weights begins with
CLIP = 1023 / 128  # activations beyond cannot be told in the engine's whole numbers

# How many positions of a size make a batch, and how often it is its turn: 9x9 is
# played most.
BATCH = {7: 256, 9: 256, 13: 128, 19: 64}
SHARE = {7: 0.06, 9: 0.54, 13: 0.12, 19: 0.28}


def act(x):
    return x.clamp(0, CLIP)


def pool(x):
    """Pool [N, C, n, n] to [N, 3C]: means, means that grow with the board, maxima."""
    mean = x.mean((2, 3))
    return torch.cat([mean, mean * ((x.shape[2] - 13) / 6), x.amax((2, 3))], 1)


class Conv(nn.Module):
    """A convolution of 3x3 points, batch-normed; an offset for each channel may be added."""

    def __init__(self, n_in, n_out):
        super().__init__()
        self.conv = nn.Conv2d(n_in, n_out, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(n_out)

    def forward(self, x, offset=None):
        x = self.norm(self.conv(x))
        return x if offset is None else x + offset[:, :, None, None]


class Block(nn.Module):
    """A residual block whose second convolution knows of the whole board."""

    def __init__(self, c):
        super().__init__()
        self.first, self.second = Conv(c, c), Conv(c, c)
        self.pooled = nn.Linear(3 * c, c)
        nn.init.zeros_(self.second.norm.weight)

    def forward(self, x):
        h = act(self.first(x))
        return act(x + self.second(h, self.pooled(pool(h))))


class Net(nn.Module):
    """Planes [N, 16, n, n] and globals [N, 8] to policy logits [N, n*n+1], win logit and
    lead / 10 [N, 2], and owner before tanh [N, n, n]; all of the side to move."""

    def __init__(self, channels, blocks, head):
        super().__init__()
        c = channels
        self.size = (channels, blocks, head)
        self.first, self.globals = Conv(PLANES, c), nn.Linear(GLOBALS, c)
        self.blocks = nn.ModuleList(Block(c) for _ in range(blocks))
        self.policy, self.policy_pooled = nn.Conv2d(c, head, 1), nn.Linear(3 * c, head)
        self.policy_out, self.policy_pass = nn.Conv2d(head, 1, 1), nn.Linear(head, 1)
        self.value, self.value_hidden = nn.Conv2d(c, head, 1), nn.Linear(3 * head, 2 * head)
        self.value_out = nn.Linear(2 * head, 2)
        self.owner = nn.Conv2d(c, 1, 1)

    def forward(self, planes, globals_):
        x = act(self.first(planes, self.globals(globals_)))
        for block in self.blocks:
            x = block(x)
        offset = self.policy_pooled(pool(x))
        p = act(self.policy(x) + offset[:, :, None, None])
        policy = torch.cat([self.policy_out(p).flatten(1), self.policy_pass(act(offset))], 1)
        v = act(self.value_hidden(pool(act(self.value(x)))))
        return policy, self.value_out(v), self.owner(x)[:, 0]


class Positions:
    """The arrays of one board size."""

    def __init__(self, folder):
        self.arrays = {file.stem: np.load(file, mmap_mode="r") for file in folder.glob("*.npy")}
        held = np.asarray(self.arrays["held"]) != 0
        self.train, self.test = np.flatnonzero(~held), np.flatnonzero(held)

    def batch(self, index, turn=0):
        """The positions of an index, turned: bit 0 mirrors columns, 1 rows, 2 swaps them."""

        def board(x):
            if turn & 1:
                x = x.flip(2)
            if turn & 2:
                x = x.flip(1)
            if turn & 4:
                x = x.transpose(1, 2)
            return x

        def take(name, kind=np.float32):
            return torch.from_numpy(self.arrays[name][index].astype(kind))

        points = board(take("points", np.int32))
        planes = (points[:, None] >> torch.arange(PLANES)[None, :, None, None] & 1).float()
        policy = take("policy")
        n = points.shape[1]
        policy = torch.cat([board(policy[:, :-1].reshape(-1, n, n)).flatten(1), policy[:, -1:]], 1)
        policy = policy / policy.sum(1, keepdim=True).clamp(min=1)
        return planes, take("global"), policy, take("value"), board(take("owner")) / 127, take("known")


def losses(net, batch, bf16=False):
    planes, globals_, policy, value, owner, known = batch
    with torch.autocast("cpu", torch.bfloat16, bf16):
        p, v, o = (x.float() for x in net(planes, globals_))
    return {
        "policy": -(policy * F.log_softmax(p, 1)).sum(1).mean(),
        "win": F.binary_cross_entropy_with_logits(v[:, 0], value[:, 0]),
        "lead": F.smooth_l1_loss(v[:, 1], value[:, 1] / 10),
        "owner": ((torch.tanh(o) - owner).square().mean((1, 2)) * known).sum() / known.sum().clamp(min=1),
    }


WEIGHTS = {"policy": 1.0, "win": 1.2, "lead": 0.3, "owner": 1.5}


@torch.no_grad()
def judge(net, positions, limit=4096):
    """What is right on held-out positions: the teacher's first move, the correlation of
    the chance to win, the mean errors of lead and owner."""
    net.eval()
    index = positions.test[:: -(-len(positions.test) // limit)]
    hits, wins, leads, owners, n = 0, [], [], [], 0
    for i in range(0, len(index), 256):
        planes, globals_, policy, value, owner, known = positions.batch(index[i : i + 256])
        p, v, o = net(planes, globals_)
        hits += (p.argmax(1) == policy.argmax(1)).sum().item()
        n += len(planes)
        wins.append(torch.stack([torch.sigmoid(v[:, 0]), value[:, 0]]))
        leads.append((10 * v[:, 1] - value[:, 1]).abs())
        error = (torch.tanh(o) - owner).abs().mean((1, 2))
        owners.append(error[known > 0])
    return (hits / n, torch.corrcoef(torch.cat(wins, 1))[0, 1].item(),
            torch.cat(leads).mean().item(), torch.cat(owners).mean().item(), n)


@torch.no_grad()
def export(net, version):
    """The file of package net: see Read there. Batch norms go into their convolutions."""

    def folded(c):
        factor = c.norm.weight / (c.norm.running_var + c.norm.eps).sqrt()
        return c.conv.weight * factor[:, None, None, None], c.norm.bias - c.norm.running_mean * factor

    body = MAGIC + struct.pack("<5I", 1, version, *net.size)
    for layer in layers(net):
        for x in folded(layer) if isinstance(layer, Conv) else (layer.weight, layer.bias):
            body += x.contiguous().numpy().astype("<f4").tobytes()
    return body + struct.pack("<I", zlib.crc32(body))


def layers(net):
    """The layers in the order of the file."""
    out = [net.first, net.globals]
    for b in net.blocks:
        out += [b.first, b.second, b.pooled]
    return out + [net.policy, net.policy_pooled, net.policy_out, net.policy_pass,
                  net.value, net.value_hidden, net.value_out, net.owner]


@torch.no_grad()
def load(file):
    """The net of a state (net.pt), or of the weights that the engine reads (weights.bin),
    whose norms do nothing then."""
    data = file.read_bytes()
    if not data.startswith(MAGIC):
        kept = torch.load(file)
        net = Net(*kept["size"])
        net.load_state_dict(kept["state"])
        return net
    net = Net(*struct.unpack_from("<5I", data, len(MAGIC))[2:])
    rest = torch.from_numpy(np.frombuffer(data[len(MAGIC) + 20 : -4], "<f4").copy())
    for layer in layers(net):
        weight, bias = (layer.conv.weight, layer.norm.bias) if isinstance(layer, Conv) else (layer.weight, layer.bias)
        for x in (weight, bias):
            x.copy_(rest[: x.numel()].view_as(x))
            rest = rest[x.numel() :]
        if isinstance(layer, Conv):
            layer.norm.weight.fill_(1)
            layer.norm.running_var.fill_(1 - layer.norm.eps)
    return net


@torch.no_grad()
def widened(old, channels, blocks):
    """A net that says what the old one does, with more channels and blocks (Tianqi Chen,
    Ian Goodfellow and Jonathon Shlens, "Net2Net", 2016): what is new is as a new net has
    it, but nothing old listens to it yet."""
    net = Net(channels, blocks, old.size[2])
    c, kept = old.size[0], old.state_dict()
    for name, new in net.state_dict().items():
        if name.endswith("num_batches_tracked"):
            continue
        if name not in kept:  # of a further block: the identity
            if ".pooled." in name:
                new.zero_()
            continue
        x = kept[name]
        if x.dim() < 2:
            new[: len(x)] = x
            continue
        pooled = x.shape[1] == 3 * c and new.shape[1] == 3 * channels
        parts = 3 if pooled else 1
        wide = new.view(new.shape[0], parts, -1, *new.shape[2:])
        narrow = x.view(x.shape[0], parts, -1, *x.shape[2:])
        wide[: x.shape[0], :, narrow.shape[2] :] = 0
        wide[: x.shape[0], :, : narrow.shape[2]] = narrow
    return net


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arrays", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("net"))
    parser.add_argument("--channels", type=int, help="default 48, or those of the net to begin with")
    parser.add_argument("--blocks", type=int, help="default 5, or those of the net to begin with")
    parser.add_argument("--head", type=int, default=32)
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--settle", type=int, default=3000, help="further steps with fixed norms")
    parser.add_argument("--begin", type=pathlib.Path, help="state of a training (net.pt), or weights.bin, to begin with")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--bf16", action="store_true",
                        help="go through the net in bfloat16: faster on a processor that can (AVX512_BF16)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--version", type=int, default=1, help="number of the weights")
    parser.add_argument("--report", type=int, default=4000, help="steps between two reports")
    args = parser.parse_args()

    torch.set_num_threads(os.cpu_count())
    torch.manual_seed(args.seed)
    sets = {int(f.name): Positions(f) for f in sorted(args.arrays.iterdir())}
    args.out.mkdir(parents=True, exist_ok=True)
    if args.begin:
        net = load(args.begin)
        size = args.channels or net.size[0], args.blocks or net.size[1]
        if min(a - b for a, b in zip(size, net.size)) < 0:
            parser.error(f"the net to begin with has {net.size[0]} channels and {net.size[1]} blocks, which is more")
        if size != net.size[:2]:
            net = widened(net, *size)
    else:
        net = Net(args.channels or 48, args.blocks or 5, args.head)
    net = net.to(memory_format=torch.channels_last)
    with open(args.out / "weights.log", "a" if args.begin else "w") as log:
        run = Run(args, sets, net, log)
        if args.begin:
            run.rescale_norms(np.random.default_rng(args.seed + 2))
        if args.steps:
            run.learn(args.steps, args.rate, np.random.default_rng(args.seed))
        if args.settle:
            run.settle(np.random.default_rng(args.seed + 1))
    (args.out / "weights.bin").write_bytes(export(net.eval(), args.version))


class Run:
    """One training."""

    def __init__(self, args, sets, net, log):
        self.args, self.sets, self.net, self.log = args, sets, net, log
        share = np.array([SHARE.get(n, 0) for n in sets])
        self.share = share / share.sum()
        channels, blocks, _ = net.size
        self.say(f"{channels} channels, {blocks} blocks, {sum(p.numel() for p in net.parameters())} parameters, "
                 f"{args.steps} and {args.settle} steps, seed {args.seed}; positions: "
                 + ", ".join(f"{len(s.train)} of {n}x{n}" for n, s in sets.items()))

    def say(self, text):
        print(text, flush=True)
        print(text, file=self.log, flush=True)

    def draw(self, random):
        """A batch of one size, turned at random."""
        n = random.choice(list(self.sets), p=self.share)
        positions = self.sets[n]
        index = np.sort(random.choice(positions.train, BATCH[n]))
        return positions.batch(index, int(random.integers(8)))

    def learn(self, steps, rate, random, mode=nn.Module.train):
        """Descend for so many steps, with a rate that rises first and then falls to
        nothing. mode puts the net in the state in which it learns."""
        net = mode(self.net)
        decay = [p for p in net.parameters() if p.dim() > 1]
        rest = [p for p in net.parameters() if p.dim() <= 1]
        optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 1e-3}, {"params": rest, "weight_decay": 0}],
                                      lr=rate)
        schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1, step / 200)
                                                     * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * step / steps))))
        start, sums = time.time(), {}
        for step in range(1, steps + 1):
            loss = losses(net, self.draw(random), self.args.bf16)
            total = sum(WEIGHTS[k] * x for k, x in loss.items())
            optimizer.zero_grad(set_to_none=True)
            total.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            for k, x in loss.items():
                sums[k] = sums.get(k, 0) + x.item()
            if step % self.args.report == 0 or step == steps:
                count = (step - 1) % self.args.report + 1
                self.say(f"step {step}, {time.time() - start:.0f} s: "
                         + ", ".join(f"{k} {x / count:.4f}" for k, x in sums.items()))
                sums = {}
                self.judge()
                mode(net)
                torch.save({"size": net.size, "state": net.state_dict()}, self.args.out / "net.pt")

    def judge(self):
        for size, s in self.sets.items():
            hits, corr, lead, owner, count = judge(self.net, s)
            self.say(f"  {size}x{size}, {count} held out: first move {100 * hits:.1f}%, win correlation {corr:.3f}, "
                     f"lead {lead:.2f}, owner {owner:.3f}")

    @torch.no_grad()
    def rescale_norms(self, random, batches=40):
        """Give the norms the statistics of what comes to them, and the weights with which
        the net says what it did: those of a file of weights have none."""
        seen = {c: [] for c in self.net.modules() if isinstance(c, Conv)}
        hooks = [c.conv.register_forward_hook(
            lambda _, __, x, c=c: seen[c].append(torch.stack([x.mean((0, 2, 3)), x.square().mean((0, 2, 3))])))
            for c in seen]
        self.net.eval()
        for _ in range(batches):
            self.net(*self.draw(random)[:2])
        for c, parts in seen.items():
            norm, (mean, square) = c.norm, torch.stack(parts).mean(0)
            variance = (square - mean.square()).clamp(min=1e-4)
            scale = norm.weight / (norm.running_var + norm.eps).sqrt()
            norm.bias += scale * (mean - norm.running_mean)
            norm.weight.copy_(scale * (variance + norm.eps).sqrt())
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(variance)
        for hook in hooks:
            hook.remove()

    @torch.no_grad()
    def measure_norms(self, random, batches=400):
        """Set the statistics of the norms to those of all sizes together."""
        for norm in self.norms():
            norm.reset_running_stats()
            norm.momentum = None  # the mean over all batches
        self.net.train()
        for _ in range(batches):
            self.net(*self.draw(random)[:2])

    def norms(self):
        return [m for m in self.net.modules() if isinstance(m, nn.BatchNorm2d)]

    def settle(self, random):
        """Learn on with the norms as they are in play: while they follow each batch, which is
        of one size, the net does not learn to do with those of all sizes."""
        self.measure_norms(random)
        self.say("with the norms of all sizes:")
        self.judge()

        def mode(net):
            net.train()
            for norm in self.norms():
                norm.eval()
            return net

        self.learn(self.args.settle, self.args.rate / 10, random, mode)


if __name__ == "__main__":
    main()
