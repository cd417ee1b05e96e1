package io.oxgraph.recall.held;

import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One workspace: its image, and which nodes have changed since.
 *
 * <p>Nothing that a client was told is written is missed. A commit notes its nodes after it was applied and before its
 * caller hears of it, and raises {@link #noted} last; a reader that finds its image older than that number takes the
 * notes first and reads the nodes then. So what was noted before is read as it was committed, and what is applied while
 * it reads is noted again afterwards: a picture torn by a commit that is just under way, which any reader of a database
 * with read-committed isolation may see, lasts no longer than that commit. Images do not change, so nobody sees one half
 * done; who comes while another reads waits for it.
 */
final class HeldWorkspace {
    /** A workspace that was too large is looked at again after so long. */
    private static final long REST = TimeUnit.MINUTES.toNanos(10);

    /** So many notes are worth less than reading everything anew, however small the workspace. */
    private static final int FEW = 200;

    /** Notes while it is read for the first time. */
    private static final int MANY = 20_000;

    /** An image, with the notes up to which it was read. */
    private record View(Image image, String slot, long upTo) {}

    /** Notes that were taken. */
    private record Taken(Set<String> nodes, long upTo) {}

    private final String node;
    private final Loader loader;
    private final Keeper keeper;
    private final ReentrantLock reading = new ReentrantLock();
    private Book book = new Book();

    private Set<String> changed = new HashSet<>();
    /** Whether the notes are all that an image, or one that is being read, lacks. */
    private boolean whole;

    private volatile boolean listening;
    private long began;
    private volatile long noted;
    private volatile View view;
    private volatile long used = System.nanoTime();
    private volatile Long refusedAt;

    /** @param node the element id of the workspace's node */
    HeldWorkspace(String node, Loader loader, Keeper keeper) {
        this.node = node;
        this.loader = loader;
        this.keeper = keeper;
    }

    boolean is(String workspaceNode) {
        return node.equals(workspaceNode);
    }

    /** When it was last asked. */
    long used() {
        return used;
    }

    long bytes() {
        View current = view;
        return current == null ? 0 : current.image().bytes();
    }

    /** It as it is now; empty when it is too large. */
    Optional<Image> image(String slot) {
        used = System.nanoTime();
        View current = view;
        if (isFresh(current, slot)) {
            return Optional.of(current.image());
        }
        reading.lock();
        try {
            current = view;
            return isFresh(current, slot) ? Optional.of(current.image()) : read(current, slot);
        } catch (RuntimeException | Error e) {
            drop();
            throw e;
        } finally {
            reading.unlock();
        }
    }

    private boolean isFresh(View current, String slot) {
        return current != null && current.slot().equals(slot) && current.upTo() == noted;
    }

    private Optional<Image> read(View current, String slot) {
        if (current != null && current.slot().equals(slot)) {
            Optional<Taken> taken = take();
            if (taken.isPresent()) {
                Image image = loader.refresh(book, slot, taken.get().nodes());
                return publish(image, slot, taken.get().upTo());
            }
        }
        return isRefused() ? Optional.empty() : load(slot);
    }

    private boolean isRefused() {
        Long at = refusedAt;
        return at != null && System.nanoTime() - at < REST;
    }

    /** Listens first and reads then. */
    private Optional<Image> load(String slot) {
        long upTo = listen();
        book = new Book();
        Optional<Image> image = loader.load(book, slot, Held.limits());
        if (image.isEmpty()) {
            refuse();
            return image;
        }
        return publish(image.get(), slot, upTo);
    }

    private synchronized long listen() {
        if (!listening) {
            listening = true;
            began = keeper.begin();
        }
        view = null;
        changed = new HashSet<>();
        whole = true;
        return noted;
    }

    private Optional<Image> publish(Image image, String slot, long upTo) {
        if (!Held.limits().allow(book)) {
            refuse();
            return Optional.empty();
        }
        synchronized (this) {
            // Where something was missed meanwhile it is good for this call, which began before, and for no other.
            view = listening && whole ? new View(image, slot, upTo) : null;
        }
        Held.settle(this);
        return Optional.of(image);
    }

    private void refuse() {
        refusedAt = System.nanoTime();
        drop();
        book = new Book();
    }

    /** Empty where notes are not enough. */
    private synchronized Optional<Taken> take() {
        if (!listening || !whole) {
            return Optional.empty();
        }
        Taken taken = new Taken(changed, noted);
        changed = new HashSet<>();
        return Optional.of(taken);
    }

    boolean isListening() {
        return listening;
    }

    /** Nodes of this workspace that a commit left different. */
    synchronized void note(Collection<String> nodes) {
        if (listening) {
            changed.addAll(nodes);
            View current = view;
            if (changed.size() > (current == null ? MANY : FEW + current.image().items() / 4)) {
                drop();
            }
            noted++;
        }
    }

    /** A commit has gone by that began before this workspace listened, and so was not noted. */
    synchronized void missed(long begun) {
        if (listening && began > begun) {
            // It goes on listening, so that what is read next misses nothing.
            view = null;
            changed = new HashSet<>();
            whole = false;
            noted++;
        }
    }

    /** Lets go of everything; it is read anew when it is next asked for. */
    synchronized void drop() {
        if (listening) {
            listening = false;
            keeper.end();
        }
        view = null;
        changed = new HashSet<>();
        whole = false;
        noted++;
    }
}
